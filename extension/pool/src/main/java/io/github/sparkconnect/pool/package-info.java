/**
 * The pool on disk: which members there are, who owns them, and how they come and go.
 *
 * <p>A pool is a directory. Processes that know nothing of each other, of several builds, work on
 * it at the same time, and any of them may be killed at any moment. There is no server that watches
 * over it: what is written here is all that keeps a member from being held by two, lost, or left
 * running.
 *
 * <h2>Where to begin</h2>
 *
 * {@link io.github.sparkconnect.pool.Pool} has all transitions; {@link
 * io.github.sparkconnect.pool.MemberPool} is what a claimant uses; {@link
 * io.github.sparkconnect.pool.Reaper} ends processes. {@code PoolDirectory} knows paths, {@code
 * EntryName} names, {@code RecordCodec} fields, {@code PoolLock} the lock; {@code Launches}, {@code
 * Claims} and {@code StateFiles} hold the steps, and {@code Repair} what puts things right.
 *
 * <h2>States</h2>
 *
 * The name of a member's state file is its state. A change of state is one atomic rename, so of two
 * who want the same change exactly one succeeds.
 *
 * <table>
 *   <caption>Who may do what</caption>
 *   <tr><th>state file</th><th>means</th><th>owner, who alone writes it</th><th>goes to</th></tr>
 *   <tr><td>{@code pending-<uid>.json}</td><td>being launched</td>
 *       <td>its launcher until it spawns; then the member</td>
 *       <td>server (the member), gone or retired (launch failed)</td></tr>
 *   <tr><td>{@code server-<uid>.json}</td><td>ready, nobody's</td><td>nobody: rename it first</td>
 *       <td>claimed (a claimant), retired (anybody entitled)</td></tr>
 *   <tr><td>{@code claimed-<pid>-<uid>.json}</td><td>owned by the JVM with that pid</td>
 *       <td>that JVM</td><td>server (that JVM), retired (that JVM; anybody once it is dead)</td></tr>
 *   <tr><td>{@code retired-<uid>.json}</td><td>on its way out</td><td>who retired it</td>
 *       <td>gone, with its directory, by whoever finds its process ended</td></tr>
 * </table>
 *
 * <p>Beside them: {@code member-<uid>/}, the member's directory, in which it writes {@code
 * process.json}, who it is, before anything else; {@code waiting-<pid>-<ticket>.json}, the queue;
 * {@code .lock}; {@code .lock-holder}, for messages; {@code .tmp-<pid>-<number>}, on its way to be
 * renamed to one of the others. Anything else is not ours and never touched; so is what has one of
 * these names but is of another kind, such as a symbolic link.
 *
 * <h2>The lock, and why the rename decides nevertheless</h2>
 *
 * One lock makes transitions and decisions about capacity orderly. But a lock file can be deleted,
 * and then two processes hold two locks. So nothing depends on it alone: a claim renames first and
 * writes its claimant afterwards; a return writes first and renames afterwards; a retirement
 * renames first and writes its reason afterwards. A write to a file that another process has
 * renamed away meanwhile brings it back beside the new one; that is a member with two state files,
 * and of those <em>retired outweighs claimed, claimed outweighs ready, ready outweighs
 * pending</em>. Of two claims the one whose claimant lives counts; if that is both, or neither, the
 * member is retired.
 *
 * <h2>When a process dies</h2>
 *
 * Every write goes to a temporary file and replaces the old record by a rename; a process that dies
 * before that rename leaves the old record and a temporary file, which a repair sweeps. The table
 * names the steps that others can see. "Repair" is {@link io.github.sparkconnect.pool.Pool#repair},
 * which runs at every acquire and on the command line; a member also watches its own state.
 *
 * <table>
 *   <caption>What is left after each step, and what becomes of it</caption>
 *   <tr><th>transition</th><th>dies after</th><th>left</th><th>the next repair</th></tr>
 *   <tr><td rowspan="2">announce<br>(launcher)</td><td>write pending</td>
 *       <td>pending, no directory, no process</td>
 *       <td>gives the launch up, 15 s after it began</td></tr>
 *   <tr><td>create directory</td><td>the same, with a directory</td>
 *       <td>the same; if a process was spawned it finds no pending entry and ends, or says who it is
 *           within the 15 s and is used by others</td></tr>
 *   <tr><td rowspan="2">identify<br>(member)</td><td>write process.json</td>
 *       <td>pending; the process is known from process.json</td>
 *       <td>nothing while the launcher lives, who reports the failure; else gives it up at once</td></tr>
 *   <tr><td>write pending</td><td>pending, with the process</td><td>the same</td></tr>
 *   <tr><td rowspan="2">publish<br>(member)</td><td>write pending</td>
 *       <td>pending, complete, its process dead</td><td>the same</td></tr>
 *   <tr><td>rename to server</td><td>ready, its process dead</td>
 *       <td>retires and forgets it; a claim finds the process dead, too</td></tr>
 *   <tr><td rowspan="2">fail<br>(launcher or member)</td><td>write failure.json</td>
 *       <td>pending with a failure</td>
 *       <td>removes the entry; or retires it, if its process may still run</td></tr>
 *   <tr><td>delete pending, or rename to retired</td><td>the directory, or a retired member</td>
 *       <td>keeps the directory for a day; the reaper ends the process</td></tr>
 *   <tr><td rowspan="2">claim<br>(claimant)</td><td>rename to claimed</td>
 *       <td>claimed, without claimant: the pid is in the name</td>
 *       <td>retires it once no process has that pid; after a minute in any case, for the pid may be
 *           somebody else's by then</td></tr>
 *   <tr><td>write claimant</td><td>claimed by a dead process</td>
 *       <td>retires it; within a second or so the member does so itself</td></tr>
 *   <tr><td rowspan="2">return<br>(claimant)</td><td>write uses, last use</td>
 *       <td>claimed, without claimant</td><td>as after the rename of a claim</td></tr>
 *   <tr><td>rename to server</td><td>ready</td><td>nothing: it was returned</td></tr>
 *   <tr><td rowspan="3">retire<br>(anybody)</td><td>rename to retired</td>
 *       <td>retired, without reason</td><td>nothing: the reaper ends it</td></tr>
 *   <tr><td>write reason</td><td>retired</td><td>the same</td></tr>
 *   <tr><td>delete further state files</td><td>retired</td><td>the same</td></tr>
 *   <tr><td rowspan="2">forget<br>(reaper)</td><td>delete some of the directory</td>
 *       <td>retired, its process gone</td><td>forgets it again; process.json goes last</td></tr>
 *   <tr><td>delete the directory</td><td>retired, without directory</td>
 *       <td>deletes the entry: the record names the process, too</td></tr>
 * </table>
 *
 * <p>A repair is made of these transitions, and may die like anybody else; the next one goes on. It
 * signals nobody. What it cannot judge it leaves alone: a process of another pid namespace, a file
 * that cannot be read right now. Whatever happens to its state file, a running member has its
 * directory with {@code process.json}: one that is found without a state file is retired, so that
 * it is tracked again.
 */
@NullMarked
package io.github.sparkconnect.pool;

import org.jspecify.annotations.NullMarked;
