package io.quipu.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolesTest {
  @Test
  void thereAreThree() {
    assertThat(roles("http,ingest,query,checkpoint,live")).isEqualTo(Roles.ALL);
    assertThat(roles("live, QUERY,ingest,http")).isEqualTo(Roles.SERVING);
    assertThat(roles("checkpoint")).isEqualTo(Roles.SETTLING);
    assertThat(roles("")).isEqualTo(Roles.ALL);
  }

  @Test
  void allServeAndSettle_orDoOneOfThem() {
    assertThat(Roles.ALL.serves() && Roles.ALL.settles()).isTrue();
    assertThat(Roles.SERVING.serves() && !Roles.SERVING.settles()).isTrue();
    assertThat(Roles.SETTLING.settles() && !Roles.SETTLING.serves()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http", "http,live", "http,ingest,query", "ingest,checkpoint", "http,worker", ","})
  void othersAreRefused_withThoseThatThereAre(String given) {
    assertThatThrownBy(() -> roles(given))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_ROLES=" + given + ": allowed are")
        .hasMessageContaining("http,ingest,query,checkpoint,live for everything")
        .hasMessageContaining("http,ingest,query,live for all but settling")
        .hasMessageContaining("checkpoint for settling alone");
  }

  private static Roles roles(String given) {
    return Config.from(Map.of("QUIPU_DEV", "true", "QUIPU_ROLES", given)).roles();
  }
}
