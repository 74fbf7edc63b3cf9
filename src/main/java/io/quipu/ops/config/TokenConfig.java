package io.quipu.ops.config;

import io.quipu.service.auth.token.Issuer;
import java.time.Duration;

/**
 * Which tokens are taken.
 *
 * @param issuer whose
 * @param refresh from one look at its keys to the next
 */
public record TokenConfig(Issuer issuer, Duration refresh) {}
