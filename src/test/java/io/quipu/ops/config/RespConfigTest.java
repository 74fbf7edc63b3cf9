package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespConfigTest {
  private static RespConfig read(String... settings) {
    Map<String, String> environment = TestEnvironment.of(settings);
    environment.put("QUIPU_DEV", "true");
    return Config.from(environment).resp();
  }

  @Test
  void nobodyIsServedUnlessAPortIsSet() {
    assertThat(read()).isNull();
    assertThat(read("QUIPU_RESP_DATABASES=0=votes")).isNull();
    assertThat(read("QUIPU_RESP_PORT=6379"))
        .isEqualTo(
            new RespConfig(
                6379,
                new TreeMap<>(Map.of(0, "redis")),
                false,
                1_000,
                1_000,
                Duration.ofMinutes(10)));
  }

  @Test
  void numbersStandForNamespaces() {
    assertThat(read("QUIPU_RESP_PORT=0", "QUIPU_RESP_DATABASES=1=votes, 0=default ,9999=x"))
        .extracting(RespConfig::databases)
        .isEqualTo(Map.of(0, "default", 1, "votes", 9999, "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default",
        "1=votes",
        "0=",
        "0=Votes",
        "0=a,0=b",
        "0=a,",
        "0=a,01=b",
        "-1=a,0=b",
        "0=a,10000=b",
        "0=a;1=b"
      })
  void whatIsNoTableOfNamespacesIsRefused(String table) {
    assertThatThrownBy(() -> read("QUIPU_RESP_DATABASES=" + table))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_RESP_DATABASES=" + table + ": allowed are numbers");
  }

  @Test
  void isEncryptedWhereTheApiIs_unlessSaidOtherwise() {
    String[] files = {
      "QUIPU_RESP_PORT=1", "QUIPU_TLS_CERTIFICATE=/a", "QUIPU_TLS_KEY=/b", "QUIPU_RESP_TLS="
    };
    assertThat(read(files).tls()).isTrue();
    files[3] = "QUIPU_RESP_TLS=false";
    assertThat(read(files).tls()).isFalse();
    assertThatThrownBy(() -> read("QUIPU_RESP_TLS=true"))
        .hasMessageStartingWith("QUIPU_RESP_TLS=true: allowed where QUIPU_TLS_CERTIFICATE is set");
  }
}
