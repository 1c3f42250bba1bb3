package io.github.sparkconnect.junit;

/**
 * A setting, or what a class asks for, has a value that it cannot have; where there are several
 * sources of the value, the message names the one.
 */
final class SettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  SettingException(String message) {
    super(message);
  }

  SettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
