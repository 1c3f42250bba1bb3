package io.github.sparkconnect.junit;

/** A setting has a value that it cannot have; the message names the source of the value. */
final class SettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  SettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
