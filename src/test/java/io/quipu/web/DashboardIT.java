package io.quipu.web;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;

/** The pages of the service that {@code -Dquipu.uri} names. */
class DashboardIT extends DashboardScenarios {
  @Override
  URI baseUri() {
    String uri = System.getProperty("quipu.uri", "");
    assumeTrue(!uri.isEmpty(), "no service to test: -Dquipu.uri names one");
    return URI.create(uri);
  }
}
