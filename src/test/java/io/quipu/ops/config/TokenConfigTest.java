package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.ops.config.AuthConfig.Method;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenConfigTest {
  @TempDir private Path folder;

  private static Map<String, String> needed() {
    return TestEnvironment.of(
        "QUIPU_AUTH=jwt",
        "QUIPU_JWT_ISSUER=https://issuer.example/realms/a",
        "QUIPU_JWT_AUDIENCE=quipu");
  }

  private static AuthConfig with(String name, String value) {
    Map<String, String> environment = needed();
    environment.put(name, value);
    return Config.from(environment).auth();
  }

  private static void refuses(String name, String value) {
    assertThatThrownBy(() -> with(name, value))
        .as(name + "=" + value)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith(name);
  }

  @Test
  void anIssuerAndAnAudienceAreEnough() {
    Config config = Config.from(needed());
    assertThat(config.warnings()).isEmpty();
    assertThat(config.auth().method()).isEqualTo(Method.JWT);
    TokenConfig tokens = config.auth().tokens();
    assertThat(tokens.issuer()).isEqualTo("https://issuer.example/realms/a");
    assertThat(tokens.audience()).isEqualTo("quipu");
    assertThat(tokens.keys()).isNull();
    assertThat(tokens.refresh()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void bothAreNeeded() {
    for (String name : new String[] {"QUIPU_JWT_ISSUER", "QUIPU_JWT_AUDIENCE"}) {
      Map<String, String> environment = needed();
      environment.remove(name);
      assertThatThrownBy(() -> Config.from(environment))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessage(name + " must be set, because QUIPU_AUTH is jwt");
    }
  }

  @Test
  void noneOfItMattersWhereNoTokensAreAskedFor() {
    Config config =
        TestEnvironment.config(
            "QUIPU_AUTH=keys",
            "QUIPU_JWT_ISSUER=nonsense",
            "QUIPU_JWT_JWKS_URI=ftp://x",
            "QUIPU_JWT_REFRESH=1s");
    assertThat(config.auth().tokens()).isNull();
    assertThat(config.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.example/",
        "http://localhost:8081/realms/a",
        "http://127.0.0.1:1",
        "http://[::1]:1/"
      })
  void anAddressIsHttps_orOfThisMachine(String address) {
    assertThat(with("QUIPU_JWT_ISSUER", address).tokens().issuer()).isEqualTo(address);
    assertThat(with("QUIPU_JWT_JWKS_URI", address).tokens().keys()).isEqualTo(URI.create(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://issuer.example/",
        "http://127.0.0.1.example/",
        "http://localhost.example/",
        "http://localhost@issuer.example/",
        "https://user:password@issuer.example/",
        "https:///path",
        "https://",
        "issuer.example",
        "ftp://localhost/",
        "file:///etc/passwd",
        "a b",
        "https://issuer.example/%"
      })
  void anotherAddressIsRefused(String address) {
    refuses("QUIPU_JWT_ISSUER", address);
    refuses("QUIPU_JWT_JWKS_URI", address);
  }

  @Test
  void anIssuerNeedNotBeAnAddressWhereItsKeysHaveOne() {
    Map<String, String> environment = needed();
    environment.put("QUIPU_JWT_ISSUER", "accounts of a company");
    environment.put("QUIPU_JWT_JWKS_URI", "https://issuer.example/keys?v=1");
    assertThat(Config.from(environment).auth().tokens().issuer())
        .isEqualTo("accounts of a company");
  }

  @Test
  void whatElseMakesNoSenseIsRefused() {
    refuses("QUIPU_JWT_ISSUER", "https://issuer.example/?a=b");
    refuses("QUIPU_JWT_ISSUER", "https://issuer.example/#a");
    refuses("QUIPU_JWT_ISSUER", "https://issuer.example/" + "a".repeat(1_024));
    refuses("QUIPU_JWT_AUDIENCE", "a\nb");
    refuses("QUIPU_JWT_REFRESH", "999ms");
    refuses("QUIPU_JWT_REFRESH", "16m");
    refuses("QUIPU_JWT_CA_CERTIFICATE", folder.resolve("none").toString());
    refuses("QUIPU_JWT_CA_CERTIFICATE", folder.toString());
    refuses("QUIPU_BOOTSTRAP_KEY_FILE", "/etc/key");
  }

  @Test
  void certificatesOfTheIssuersAuthorityAreAFile() throws IOException {
    Path file = Files.createFile(folder.resolve("ca.pem"));
    assertThat(with("QUIPU_JWT_CA_CERTIFICATE", file.toString()).tokens().authority())
        .isEqualTo(file);
  }
}
