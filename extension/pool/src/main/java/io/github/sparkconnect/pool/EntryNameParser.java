package io.github.sparkconnect.pool;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The grammar of {@link EntryName}s.
 *
 * <p>Total: every string gives an answer and none an exception. Canonical: what is accepted is
 * spelled exactly as {@link EntryName#fileName()} spells it, so leading zeros, signs, capitals,
 * other scripts' digits and trailing line ends are all refused.
 */
final class EntryNameParser {

  /** A pid: the kernels that we know have 32 bits with a sign for it. */
  private static final String PID = "([1-9][0-9]{0,9})";

  private static final String UID = "([0-9a-f]{12})";

  private static final Pattern BY_UID =
      Pattern.compile("(pending|server|retired)-" + UID + "\\.json");
  private static final Pattern CLAIMED = Pattern.compile("claimed-" + PID + "-" + UID + "\\.json");
  private static final Pattern WAITING =
      Pattern.compile("waiting-" + PID + "-([1-9][0-9]{0,18})\\.json");
  private static final Pattern DIRECTORY = Pattern.compile("member-" + UID);
  private static final Pattern TEMPORARY = Pattern.compile("\\.tmp-" + PID + "-([0-9a-f]{16})");

  private EntryNameParser() {}

  static Optional<EntryName> parse(String name) {
    if (name.equals(".lock")) {
      return Optional.of(new EntryName.Lock());
    }
    if (name.equals(".lock-holder")) {
      return Optional.of(new EntryName.LockHolder());
    }
    Matcher matcher = BY_UID.matcher(name);
    if (matcher.matches()) {
      return Optional.of(byUid(matcher.group(1), new Uid(matcher.group(2))));
    }
    matcher = CLAIMED.matcher(name);
    if (matcher.matches()) {
      Uid uid = new Uid(matcher.group(2));
      return pid(matcher.group(1)).map(pid -> new EntryName.Claimed(pid, uid));
    }
    matcher = WAITING.matcher(name);
    if (matcher.matches()) {
      Optional<Long> ticket = number(matcher.group(2), Long.MAX_VALUE);
      return pid(matcher.group(1)).flatMap(pid -> ticket.map(t -> new EntryName.Waiting(pid, t)));
    }
    matcher = DIRECTORY.matcher(name);
    if (matcher.matches()) {
      return Optional.of(new EntryName.MemberDirectory(new Uid(matcher.group(1))));
    }
    matcher = TEMPORARY.matcher(name);
    if (matcher.matches()) {
      String number = matcher.group(2);
      return pid(matcher.group(1)).map(pid -> new EntryName.Temporary(pid, number));
    }
    return Optional.empty();
  }

  private static EntryName byUid(String state, Uid uid) {
    return switch (state) {
      case "pending" -> new EntryName.Pending(uid);
      case "server" -> new EntryName.Server(uid);
      default -> new EntryName.Retired(uid);
    };
  }

  private static Optional<Long> pid(String digits) {
    return number(digits, Integer.MAX_VALUE);
  }

  /** At most 19 digits without a leading zero: only the upper bound is left to check. */
  private static Optional<Long> number(String digits, long max) {
    try {
      long value = Long.parseLong(digits);
      return value <= max ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
