package io.quipu.engine.kind;

import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;

/**
 * The setting by which a namespace shows its counts to everybody, on any page: in badges and
 * embedded pages, and in nothing else. It is off unless the namespace says so.
 */
public final class Publicity {
  /** One of every kind. It can be changed at any time. */
  public static final Setting SETTING = new Setting("public", false, false);

  private static final String READ = "read";
  private static final String OFF = "off";

  private Publicity() {}

  /** Tells whether everybody may look at the counters of a namespace. */
  public static boolean isRead(Namespace namespace) {
    return READ.equals(namespace.settings().get(SETTING.name()));
  }

  /**
   * Checks the setting.
   *
   * @throws InvalidInput naming {@code public}
   */
  static void check(Namespace namespace) {
    String value = namespace.settings().get(SETTING.name());
    if (value != null && !value.equals(READ) && !value.equals(OFF)) {
      throw new InvalidInput(SETTING.name(), "public must be one of read, off");
    }
  }
}
