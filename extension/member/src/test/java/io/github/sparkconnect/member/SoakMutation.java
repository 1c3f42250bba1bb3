package io.github.sparkconnect.member;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A change of the product that breaks it, to see whether a soak notices. */
enum SoakMutation {
  A_RENAME_LEAVES_THE_OLD_NAME(
      "pool/PosixFileOperations",
      "Files.move(from, to, ATOMIC_MOVE);",
      "Files.copy(from, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);",
      SoakFault.CLAIMANT_KILLED),
  ANY_PROCESS_IS_A_MEMBER(
      "pool/SystemProcesses",
      "return own.get() && isMain(words.get(), uid) ? Liveness.SAME : Liveness.DIFFERENT;",
      "return Liveness.SAME;",
      SoakFault.STRANGER_PLANTED),
  A_DEAD_CLAIMANTS_MEMBER_IS_READY_AGAIN(
      "pool/Repair",
      "if (state.judge.claimant(claimed) == Liveness.DIFFERENT) {",
      """
      if (state.judge.claimant(claimed) == Liveness.DIFFERENT
          && state.mayRun(claimed.uid(), claimed.process())) {
        state.move(
            new EntryName.Claimed(claimed.pid(), claimed.uid()),
            new EntryName.Server(claimed.uid()));
      } else if (state.judge.claimant(claimed) == Liveness.DIFFERENT) {
      """,
      SoakFault.CLAIMANT_KILLED_IN_ITS_CLASS),
  CLAIMANTS_NEVER_DIE(
      "pool/Judge",
      "return processes.liveness(claimed.claimant().get().process());",
      "return Liveness.SAME;",
      SoakFault.CLAIMANT_KILLED_IN_ITS_CLASS),
  THE_SUPERVISOR_NEVER_LEAVES(
      "member/Supervisor",
      "if (reason.isEmpty()) {",
      "if (reason.isEmpty() || uid != null) {",
      SoakFault.CLAIMANT_KILLED),
  THE_LOCK_DOES_NOT_LOCK(
      "pool/LockChannel",
      "lock = open.tryLock();",
      "lock = open.tryLock(ProcessHandle.current().pid(), 1, false);",
      SoakFault.CLAIMANT_KILLED,
      SoakFault.MEMBER_KILLED),
  TEMPORARY_FILES_STAY(
      "pool/Repair",
      "if (old || !state.judge.pidLives(temporary.pid())) {",
      "if (false) {",
      SoakFault.LEFTOVERS_PLANTED),
  DEAD_WAITERS_STAY(
      "pool/Repair",
      "if (dead || waiter.value().isEmpty()) {",
      "if (false) {",
      SoakFault.LEFTOVERS_PLANTED,
      SoakFault.CLAIMANT_KILLED),
  NOTHING_IS_ANNOUNCED(
      "pool/Launches",
      """
      state.write(
              new EntryName.Pending(uid),
              RecordCodec.pending(fingerprint, sparkVersion, launcher, state.now()));
      """
          .strip(),
      "state.now();",
      SoakFault.CLAIMANT_KILLED),
  WHO_IGNORES_TERM_LIVES_ON(
      "pool/Ending",
      ": outcome(processes.kill(process, uid), Outcome.KILLED);",
      ": Outcome.ENDING;",
      SoakFault.MEMBER_STOPPED),
  THE_UNTRACKED_ARE_NOT_FOUND(
      "pool/Repair",
      "if (process.isPresent() && state.judge.member(process.get(), uid) == Liveness.SAME) {",
      "if (false) {",
      SoakFault.MEMBER_STOPPED,
      SoakFault.STATE_DELETED),
  THE_LIMIT_IS_FORGOTTEN(
      "pool/Turn",
      "inService + ending + uncoveredAhead() < maxMembers",
      "maxMembers > 0",
      SoakFault.MEMBER_KILLED),
  UNFIT_MEMBERS_ARE_CLAIMED(
      "pool/CandidateCheck",
      "return unhealthy(member).<Finding>map(Unfit::new).orElseGet(Fit::new);",
      "return new Fit();",
      SoakFault.MEMBERS_CONTEXT_STOPPED),
  CLASSES_ARE_NOT_CLEANED_UP(
      "member/SoakClaimant",
      "String residue = SoakLine.ask(port, \"reset\");",
      "String residue = \"ok\";",
      SoakFault.CLAIMANT_KILLED);

  private final String source;
  private final String before;
  private final String after;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<SoakFault> faults;

  SoakMutation(String source, String before, String after, SoakFault... faults) {
    this.source = source;
    this.before = before;
    this.after = after;
    this.faults = List.of(faults);
  }

  /** What has to happen so that it can be noticed. */
  List<SoakFault> faults() {
    return faults;
  }

  /**
   * Compiles the changed source.
   *
   * @param modules the directory that has the product's modules
   * @throws IllegalStateException if the source has changed, and is not mutated by this any more
   */
  void compile(Path modules, Path to) throws IOException {
    String module = source.substring(0, source.indexOf('/'));
    String folder = source.contains("/Soak") ? "src/test" : "src/main";
    Path file =
        modules
            .resolve(module)
            .resolve(folder + "/java/io/github/sparkconnect/" + source + ".java");
    String text = Files.readString(file);
    String wanted = before.replaceAll("\\s+", " ");
    String flat = text.replaceAll("\\s+", " ");
    if (flat.indexOf(wanted) < 0 || flat.indexOf(wanted) != flat.lastIndexOf(wanted)) {
      throw new IllegalStateException(name() + " does not match " + file + " exactly once");
    }
    // Comments that end with their line would swallow the rest.
    String code = text.replaceAll("(?m)(?<![:\"])//.*$", "").replaceAll("\\s+", " ");
    Path mutated = Files.createDirectories(to.resolveSibling("source"));
    Path changed = mutated.resolve(file.toFile().getName());
    Files.writeString(changed, code.replace(wanted, after));
    javac(changed, Files.createDirectories(to));
  }

  private void javac(Path changed, Path to) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  output,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-d",
                      to.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(changed))
              .call();
      if (!compiled) {
        throw new IllegalStateException(name() + " does not compile: " + output);
      }
    }
  }
}
