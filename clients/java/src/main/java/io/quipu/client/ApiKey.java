package io.quipu.client;

import java.time.Instant;

/**
 * A key of a caller.
 *
 * @param id what follows {@code qk_} in it
 * @param key the key in full, told once, when it is created; null in lists
 * @param settings what it opens
 * @param created when it was created
 * @param createdBy who created it; null where that is not known
 * @param lastUsed about when it was last used; null where that is not known
 */
public record ApiKey(
    String id,
    @Nullable String key,
    KeySettings settings,
    Instant created,
    @Nullable String createdBy,
    @Nullable Instant lastUsed) {
  static ApiKey read(JsonObject key) {
    return new ApiKey(
        key.text("id"),
        key.textOrNull("key"),
        KeySettings.read(key),
        key.time("created"),
        key.textOrNull("createdBy"),
        key.timeOrNull("lastUsed"));
  }

  /** The key without its secret. */
  @Override
  public String toString() {
    return "ApiKey[id=" + id + ", settings=" + settings + "]";
  }
}
