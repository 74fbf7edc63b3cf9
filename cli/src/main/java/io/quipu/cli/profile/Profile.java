package io.quipu.cli.profile;

import io.quipu.client.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The address of a service, and what to show there.
 *
 * @param url of the service
 * @param key the key or token; null for none
 * @param caFile the file with the only certificates to trust; null for those of Java
 */
public record Profile(String url, @Nullable String key, @Nullable String caFile) {
  /**
   * @throws ClassCastException if a member is no text
   * @throws NullPointerException if there is no url
   */
  static Profile read(JsonObject stored) {
    return new Profile(
        Objects.requireNonNull((String) stored.members().get("url")),
        (String) stored.members().get("key"),
        (String) stored.members().get("caFile"));
  }

  JsonObject stored() {
    JsonObject stored = new JsonObject().put("url", url);
    if (key != null) {
      stored.put("key", key);
    }
    return caFile == null ? stored : stored.put("caFile", caFile);
  }

  /** The profile without its key. */
  @Override
  public String toString() {
    return url;
  }
}
