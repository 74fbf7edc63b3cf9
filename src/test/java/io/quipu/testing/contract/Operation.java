package io.quipu.testing.contract;

import io.vertx.core.json.JsonObject;
import java.util.regex.Pattern;

/**
 * An operation of the contract.
 *
 * @param method in upper case
 * @param path the template of the path
 */
public record Operation(String method, String path, JsonObject description, Pattern pattern) {
  static Operation of(String method, String path, JsonObject description) {
    Pattern pattern = Pattern.compile(path.replace(".", "\\.").replaceAll("[{]\\w+[}]", "[^/]+"));
    return new Operation(method, path, description, pattern);
  }

  boolean hasPath(String raw) {
    return pattern.matcher(raw).matches();
  }

  /** How many parts of the path may be anything: the path with fewest is meant. */
  int variables() {
    return (int) path.chars().filter(each -> each == '{').count();
  }
}
