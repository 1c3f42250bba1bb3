package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names in the pool directory, sorted into what they mean.
 *
 * <p>What is ours has a name by the grammar <em>and</em> is what the name says: a state a regular
 * file, a member directory a directory, neither a symbolic link.
 *
 * @param states the state files of each uid, the one that takes precedence first
 * @param directories the members that have a directory
 * @param waiting the queue entries, oldest ticket first
 * @param temporaries files on their way to be renamed
 * @param oddities what has a name of ours but is something else
 */
record Listing(
    SortedMap<Uid, List<EntryName.State>> states,
    SortedSet<Uid> directories,
    List<EntryName.Waiting> waiting,
    List<EntryName.Temporary> temporaries,
    List<String> oddities) {

  /** Of two states of one uid the first counts; two claimed ones need a look at their claimants. */
  private static final Comparator<EntryName.State> PRECEDENCE =
      Comparator.<EntryName.State>comparingInt(Listing::rank).thenComparing(EntryName::fileName);

  private static final Comparator<EntryName.Waiting> QUEUE =
      Comparator.comparingLong(EntryName.Waiting::ticket).thenComparingLong(EntryName.Waiting::pid);

  /**
   * @throws IOException if the directory cannot be read, which says nothing about what is in it
   */
  static Listing of(PoolDirectory directory, FileOperations files) throws IOException {
    Listing listing =
        new Listing(
            new TreeMap<>(),
            new TreeSet<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (String fileName : files.list(directory.path())) {
      var name = EntryName.parse(fileName);
      if (name.isPresent()) {
        listing.add(name.get(), directory, files);
      }
    }
    listing.states.values().forEach(states -> states.sort(PRECEDENCE));
    listing.waiting.sort(QUEUE);
    return listing;
  }

  /** Returns the state files of a member, the one that takes precedence first. */
  List<EntryName.State> states(Uid uid) {
    return states.getOrDefault(uid, List.of());
  }

  private void add(EntryName name, PoolDirectory directory, FileOperations files)
      throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = files.attributes(directory.resolve(name));
    } catch (NoSuchFileException e) {
      return; // renamed since it was listed
    }
    boolean directoryExpected = name instanceof EntryName.MemberDirectory;
    if (directoryExpected ? !attributes.isDirectory() : !attributes.isRegularFile()) {
      oddities.add(
          name.fileName()
              + " is not a "
              + (directoryExpected ? "directory" : "file")
              + ": ignored");
    } else if (name instanceof EntryName.State state) {
      states.computeIfAbsent(state.uid(), uid -> new ArrayList<>()).add(state);
    } else if (name instanceof EntryName.MemberDirectory member) {
      directories.add(member.uid());
    } else if (name instanceof EntryName.Waiting waiter) {
      waiting.add(waiter);
    } else if (name instanceof EntryName.Temporary temporary) {
      temporaries.add(temporary);
    }
  }

  private static int rank(EntryName.State state) {
    if (state instanceof EntryName.Retired) {
      return 0;
    }
    if (state instanceof EntryName.Claimed) {
      return 1;
    }
    return state instanceof EntryName.Server ? 2 : 3;
  }
}
