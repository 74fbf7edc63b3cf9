package io.quipu.service.auth.token;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The issuer whose tokens are accepted.
 *
 * @param name the exact issuer claim of tokens; if {@code keys} is null, also the address of the
 *     discovery document without the part from {@code .well-known} on
 * @param audience the value that the audience claim of tokens must contain
 * @param keys the address of the published keys; null if the discovery document names the address
 * @param authority a PEM file of the authorities that may certify the server of the issuer; null
 *     for the authorities that the JVM trusts
 */
public record Issuer(String name, String audience, @Nullable URI keys, @Nullable Path authority) {
  private static final String DISCOVERY = ".well-known/openid-configuration";

  /** The address of the discovery document (OpenID Connect Discovery 1.0, section 4). */
  URI discovery() {
    return URI.create(name + (name.endsWith("/") ? "" : "/") + DISCOVERY);
  }
}
