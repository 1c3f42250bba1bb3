package io.github.sparkconnect.pool;

/** Prints who it is, then what it thinks of the process that its arguments name and of itself. */
final class IdentityMain {

  private IdentityMain() {}

  public static void main(String[] arguments) {
    SystemProcesses processes = new SystemProcesses();
    System.out.println(processes.self().pid());
    System.out.println(processes.self().startId());
    System.out.println(
        processes.liveness(new ProcessIdentity(Long.parseLong(arguments[0]), arguments[1])));
    System.out.println(processes.liveness(processes.self()));
  }
}
