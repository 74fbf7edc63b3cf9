package io.quipu.engine.kind;

import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;

/**
 * The setting {@code public} of a namespace. If on, everybody may see the counts, on any web page,
 * but only in badges and embedded pages. Off by default.
 */
public final class Publicity {
  /** A setting of every kind, which can change at any time. */
  public static final Setting SETTING = new Setting("public", false, false);

  private static final String READ = "read";
  private static final String OFF = "off";

  private Publicity() {}

  /** Tells whether everybody may see the counts of a namespace. */
  public static boolean isRead(Namespace namespace) {
    return READ.equals(namespace.settings().get(SETTING.name()));
  }

  /**
   * Checks the setting.
   *
   * @throws InvalidInput naming {@code public} if its value is not known
   */
  static void check(Namespace namespace) {
    String value = namespace.settings().get(SETTING.name());
    if (value != null && !value.equals(READ) && !value.equals(OFF)) {
      throw new InvalidInput(SETTING.name(), "public must be one of read, off");
    }
  }
}
