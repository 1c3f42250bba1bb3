/**
 * What runs inside a server process of the pool.
 *
 * <p>{@link io.github.sparkconnect.member.SparkConnectMemberMain} boots Spark with its Connect
 * service, publishes itself in the pool and from then on needs nobody to go away: a supervisor
 * thread ends the process when the pool no longer wants it. {@link
 * io.github.sparkconnect.member.MemberControl} is how a claimant has it checked and cleaned.
 *
 * <p>Compiled against one version of the Spark server and run on others; what differs between them
 * is in {@code SparkInternals} alone.
 */
@NullMarked
package io.github.sparkconnect.member;

import org.jspecify.annotations.NullMarked;
