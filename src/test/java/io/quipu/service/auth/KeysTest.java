package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  private static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz-_AB";
  private static final ApiKey BOOTSTRAP = new ApiKey("first", SECRET);

  private final MemoryKeyStore store = new MemoryKeyStore();
  private final KeyOrigins origins = new KeyOrigins();
  private final HandDrivenTime time = new HandDrivenTime();
  private final Keys keys = new Keys(store, time, origins, BOOTSTRAP.credential());

  private static <T> T done(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private Optional<Caller> find(ApiKey shown) {
    return done(keys.find(shown.credential()));
  }

  private static Grant reading(List<String> pages, EventTime expires) {
    return new Grant(List.of(new Scope(Right.READ, "votes")), "", false, pages, 0, expires);
  }

  @Test
  void theFirstKeyOpensEverything_andStandsInNoTable() {
    assertThat(find(BOOTSTRAP).orElseThrow().isUnbounded()).isTrue();
    assertThat(find(new ApiKey("first", SECRET + "C"))).isEmpty();
    assertThat(store.keys).isEmpty();
  }

  @Test
  void aKeyIsFoundBySecret_andNotByIdAlone() {
    ApiKey made = done(keys.create(reading(List.of(), null))).key();
    assertThat(find(made).orElseThrow().id()).isEqualTo(made.id());
    assertThat(find(new ApiKey(made.id(), SECRET))).isEmpty();
    assertThat(find(new ApiKey("nobody", made.secret()))).isEmpty();
    done(keys.delete(made.id()));
    assertThat(find(made)).isEmpty();
  }

  /** Each is one read, and one comparison of as many characters. */
  @Test
  void aKeyThatIsThere_anotherSecretAndAnUnknownId_takeTheSameSteps() {
    ApiKey made = done(keys.create(reading(List.of(), null))).key();
    for (ApiKey shown :
        List.of(
            made,
            new ApiKey(made.id(), SECRET),
            new ApiKey("nobody", made.secret()),
            new ApiKey("first", made.secret()))) {
      int before = store.finds;
      assertThat(find(shown).isPresent()).isEqualTo(shown.equals(made));
      assertThat(store.finds - before).as(shown.toString()).isEqualTo(1);
      assertThat(shown.credential().hash()).hasSize(64);
    }
  }

  @Test
  void anExpiredKeyIsNone() {
    EventTime end = time.wall().plusTicks(EventTime.TICKS_PER_SECOND);
    ApiKey made = done(keys.create(reading(List.of(), end))).key();
    assertThat(find(made)).isPresent();
    time.pass(Duration.ofSeconds(1));
    assertThat(find(made)).isEmpty();
  }

  @Test
  void secretsAreNeitherKeptNorTold() {
    Keys.NewKey made = done(keys.create(reading(List.of(), null)));
    assertThat(made.key().reveal()).contains(made.key().secret());
    assertThat(store.keys.toString() + made + find(made.key()))
        .contains(made.key().id())
        .doesNotContain(made.key().secret());
  }

  @Test
  void newKeysDiffer_andHaveTheFormOfTheContract() {
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      ApiKey made = done(keys.create(reading(List.of(), null))).key();
      assertThat(ApiKey.parse(made.reveal())).contains(made);
      assertThat(made.secret()).hasSizeGreaterThanOrEqualTo(43);
      seen.add(made.id());
      seen.add(made.secret());
    }
    assertThat(seen).hasSize(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "qk_",
        "qk_abc_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_ABCD_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_abcd_0123456789abcdefghijklmnopqrst!",
        "qk_abcd_tooshort",
        "pk_abcd_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_abcd_0123456789abcdefghijklmnopqrstuvwxyz\n",
      })
  void whatHasAnotherFormIsNoKey(String text) {
    assertThat(ApiKey.parse(text)).isEmpty();
  }

  @Test
  void originsAreKnownWithTheirKey() {
    done(keys.create(reading(List.of("https://a.example"), null)));
    assertThat(origins.include("https://a.example")).isTrue();
    assertThat(origins.include("https://b.example")).isFalse();
    store.keys.clear();
    done(keys.refreshOrigins());
    assertThat(origins.include("https://a.example")).isFalse();
  }

  /** The bound lies amid the origins of a key. */
  @Test
  void noMoreOriginsAreKeptThanTheirBound() {
    int each = Grant.MOST_ORIGINS - 1;
    List<String> pages = new ArrayList<>();
    while (pages.size() <= KeyOrigins.MOST) {
      List<String> some =
          IntStream.range(pages.size(), pages.size() + each).mapToObj(i -> "https://" + i).toList();
      Credential credential = new Credential("key" + pages.size(), "0".repeat(64));
      done(store.create(new StoredKey(credential, reading(some, null), time.wall())));
      pages.addAll(some);
    }
    done(keys.refreshOrigins());
    assertThat(pages.stream().filter(origins::include)).hasSize(KeyOrigins.MOST);
  }

  @Test
  void scopesAreReadAsTheyAreWritten() {
    for (String text : List.of("read:votes", "record:*", "admin:a-b_c", "operate:*")) {
      assertThat(Scope.parse("scopes", text).text()).isEqualTo(text);
    }
    for (String text : List.of("", "read", ":votes", "read:", "READ:votes", "operate:votes")) {
      assertThatThrownBy(() -> Scope.parse("scopes[0]", text))
          .isInstanceOf(InvalidInput.class)
          .hasMessageContaining("scopes[0]");
    }
  }

  @Test
  void aGrantOpensWhatItNames() {
    Caller caller =
        new Caller(
            BOOTSTRAP.credential(),
            new Grant(
                List.of(new Scope(Right.READ, "votes"), new Scope(Right.ADMIN, "*")),
                "a/",
                false,
                List.of(),
                0,
                null));
    assertThat(caller.may(Right.READ, "votes", "a/b")).isTrue();
    assertThat(caller.may(Right.READ, "votes", "a/")).isTrue();
    assertThat(caller.may(Right.READ, "votes", "a")).isFalse();
    assertThat(caller.may(Right.READ, "voter", "a/b")).isFalse();
    assertThat(caller.may(Right.RECORD, "votes", "a/b")).isFalse();
    assertThat(caller.may(Right.ADMIN, "any", "a/b")).isTrue();
    assertThat(caller.mayIn(Right.READ, "votes")).isTrue();
    assertThat(caller.mayAll(Right.READ, "votes")).as("not all of it").isFalse();
    assertThat(caller.hasSomewhere(Right.OPERATE)).isFalse();
    assertThat(caller.isUnbounded()).isFalse();
  }
}
