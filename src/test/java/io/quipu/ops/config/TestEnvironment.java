package io.quipu.ops.config;

import java.util.HashMap;
import java.util.Map;

/** Variables as a shell sets them. */
final class TestEnvironment {
  private TestEnvironment() {}

  /**
   * @param settings each a name, an equals sign and a value
   */
  static Map<String, String> of(String... settings) {
    Map<String, String> environment = new HashMap<>();
    for (String setting : settings) {
      int end = setting.indexOf('=');
      environment.put(setting.substring(0, end), setting.substring(end + 1));
    }
    return environment;
  }

  static Config config(String... settings) {
    return Config.from(of(settings));
  }
}
