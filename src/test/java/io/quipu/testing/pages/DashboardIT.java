package io.quipu.testing.pages;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pages of a service of their own, or of the one that {@code -Dquipu.uri} names. */
@ExtendWith(CassandraExtension.class)
class DashboardIT extends DashboardScenarios {
  private static final String NAMED = System.getProperty("quipu.uri", "");

  private static @Nullable RunningQuipu quipu;
  private static URI uri = URI.create(NAMED);

  @BeforeAll
  static void startService(TestCassandra cassandra) {
    if (NAMED.isEmpty() && Chromium.find().isPresent()) {
      quipu = RunningQuipu.start(1, cassandra, Map.of());
      uri = quipu.uri(0);
    }
  }

  @AfterAll
  static void stopService() {
    if (quipu != null) {
      quipu.close();
      quipu = null;
    }
  }

  @Override
  URI baseUri() {
    return uri;
  }
}
