package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Namespace;

/**
 * The setting {@code public} of a namespace. If set to {@code read}, everybody may read the counts,
 * on any web page and without a key. The default is {@code off}.
 */
public final class Publicity {
  /** The setting, which namespaces of every kind have. It can change at any time. */
  public static final Setting SETTING = new Setting("public", Setting.Shape.TEXT, false);

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
   * @throws InvalidInput naming {@code public} if the value is neither {@code read} nor {@code off}
   */
  static void check(Namespace namespace) {
    String value = namespace.settings().get(SETTING.name());
    if (value != null && !value.equals(READ) && !value.equals(OFF)) {
      throw new InvalidInput(SETTING.name(), "public must be one of read, off");
    }
  }
}
