package com.stranger.folders;

import java.util.Locale;

/** Code under test, in a folder of its own. */
public final class Shout {

  private Shout() {}

  public static String of(String text) {
    return text.toUpperCase(Locale.ROOT) + "!";
  }
}
