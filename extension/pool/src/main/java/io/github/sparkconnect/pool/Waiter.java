package io.github.sparkconnect.pool;

/**
 * A claimant in the queue.
 *
 * @param name its entry: pid and ticket
 * @param claimant who waits, and since when
 * @param fingerprint the digest it waits for
 */
public record Waiter(EntryName.Waiting name, Claimant claimant, String fingerprint) {}
