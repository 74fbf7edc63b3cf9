package io.quipu.service.auth.token;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The usable keys of an issuer, from a JSON Web Key Set (RFC 7517). A usable key is well formed, is
 * for signatures, and fits a {@link SignatureAlgorithm}. A usable RSA key also has an accepted
 * length. Only the public part of a key is kept. Immutable, with at least one key.
 */
public final class IssuerKeys {
  /** The maximum number of keys in a set, usable or not. */
  static final int MOST = 64;

  private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

  private final List<IssuerKey> keys;

  private IssuerKeys(List<IssuerKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Parses a set. Leaves out keys that are not usable.
   *
   * @throws IssuerUnusable if the set is malformed, has more than {@link #MOST} keys, or has no
   *     usable key
   */
  public static IssuerKeys parse(Vertx vertx, Issuer issuer, Buffer set) {
    JsonArray published;
    try {
      published = new JsonObject(set).getJsonArray("keys");
    } catch (DecodeException | ClassCastException e) {
      throw new IssuerUnusable("its keys are no JSON Web Key Set");
    }
    if (published == null || published.size() > MOST) {
      throw new IssuerUnusable("its keys are none, or more than " + MOST);
    }
    List<IssuerKey> usable = new ArrayList<>();
    for (Object each : published) {
      read(vertx, issuer, each).ifPresent(usable::add);
    }
    if (usable.isEmpty()) {
      throw new IssuerUnusable("none of its keys can be used");
    }
    return new IssuerKeys(usable);
  }

  private static Optional<IssuerKey> read(Vertx vertx, Issuer issuer, Object published) {
    if (!(published instanceof JsonObject key)) {
      return Optional.empty();
    }
    try {
      return isForSignatures(key)
          ? SignatureAlgorithm.of(key).map(algorithm -> IssuerKey.of(vertx, issuer, algorithm, key))
          : Optional.empty();
    } catch (IllegalArgumentException | ClassCastException e) {
      log.warn("A key of the issuer {} is left out: {}", issuer.name(), e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean isForSignatures(JsonObject key) {
    // a default of getString would not stand in for an explicit null
    String use = key.getString("use");
    JsonArray operations = key.getJsonArray("key_ops");
    return (use == null || use.equals("sig"))
        && (operations == null || operations.contains("verify"));
  }

  /**
   * Finds the key of a token; null if no key fits, or if several keys fit, because none is guessed.
   *
   * @param algorithm the algorithm that the token names
   * @param id the id that the token names; null if the token names none, and each key of the
   *     algorithm fits
   */
  @Nullable IssuerKey find(String algorithm, @Nullable String id) {
    IssuerKey found = null;
    for (IssuerKey key : keys) {
      if (key.algorithm().name().equals(algorithm) && (id == null || id.equals(key.id()))) {
        if (found != null) {
          return null;
        }
        found = key;
      }
    }
    return found;
  }

  /** Tells whether the set has the key with a fingerprint; another key of its id is not enough. */
  public boolean include(String fingerprint) {
    return keys.stream().anyMatch(key -> key.fingerprint().equals(fingerprint));
  }

  public int size() {
    return keys.size();
  }
}
