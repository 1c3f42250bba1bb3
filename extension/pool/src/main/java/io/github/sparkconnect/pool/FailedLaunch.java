package io.github.sparkconnect.pool;

/**
 * A launch that failed, kept for a day with its directory so that its log can be read.
 *
 * @param uid the member that did not come up
 * @param fingerprint the digest it was launched for, or empty if that is not known any more
 * @param failure what happened
 */
public record FailedLaunch(Uid uid, String fingerprint, LaunchFailure failure) {}
