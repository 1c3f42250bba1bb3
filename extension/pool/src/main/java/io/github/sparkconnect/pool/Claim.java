package io.github.sparkconnect.pool;

/**
 * The exclusive ownership of a member; made by {@link Pool#claim}, ended by {@link Pool#giveBack}
 * or {@link Pool#retire}.
 *
 * @param member the member as it was claimed
 * @param claimant the owner
 */
public record Claim(MemberRecord member, Claimant claimant) {

  /** Returns the member's uid. */
  public Uid uid() {
    return member.uid();
  }
}
