package io.quipu.service.auth.token;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The issuer whose tokens are taken.
 *
 * @param name what tokens have to say of who issued them, character by character; where no keys are
 *     named also the address of its discovery document, without the well-known part
 * @param audience what tokens have to say of whom they are for
 * @param keys where its keys are published; null where its discovery document says that
 * @param authority certificates in PEM that its server is held against; null for those that the JVM
 *     trusts
 */
public record Issuer(String name, String audience, @Nullable URI keys, @Nullable Path authority) {
  private static final String DISCOVERY = ".well-known/openid-configuration";

  /** The address of its discovery document (OpenID Connect Discovery 1.0, section 4). */
  URI discovery() {
    return URI.create(name + (name.endsWith("/") ? "" : "/") + DISCOVERY);
  }
}
