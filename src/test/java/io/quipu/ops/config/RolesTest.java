package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolesTest {
  @Test
  void thereAreThree_withoutKafka() {
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

  @Test
  void eventsAreTakenFromKafka_onlyBesideTheRest() {
    assertThat(roles("http,ingest,query,checkpoint,live,kafka")).isEqualTo(Roles.ALL_AND_KAFKA);
    assertThat(roles("kafka,http,ingest,query,live")).isEqualTo(Roles.SERVING_AND_KAFKA);
    assertThat(Arrays.stream(Roles.values()).filter(Roles::takesFromKafka))
        .containsExactly(Roles.ALL_AND_KAFKA, Roles.SERVING_AND_KAFKA)
        .allMatch(Roles::serves);
    assertThat(Roles.ALL_AND_KAFKA.settles() && !Roles.SERVING_AND_KAFKA.settles()).isTrue();
    assertThatThrownBy(() -> roles("ingest,kafka")).hasMessageContaining("with kafka");
    assertThatThrownBy(() -> roles("checkpoint,kafka")).hasMessageContaining("with kafka");
  }

  private static Roles roles(String given) {
    return TestEnvironment.config(
            "QUIPU_DEV=true",
            "QUIPU_ROLES=" + given,
            "QUIPU_KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9092",
            "QUIPU_KAFKA_TOPICS=orders=shop/orders")
        .roles();
  }
}
