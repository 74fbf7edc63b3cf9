package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.service.auth.token.TokenClaims;
import io.quipu.service.auth.token.TokenOutcome;
import io.quipu.service.auth.token.TokenVerifier;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TokensTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final TokenMeters METERS = new TokenMeters(new SimpleMeterRegistry());
  private static final PresentedCredential SHOWN = PresentedCredential.ofToken("some token");

  @AutoClose private final PublishedKeys issuer = new PublishedKeys();
  private final HandDrivenTime time = new HandDrivenTime();
  private final IssuerKeyRefresh refresh =
      new IssuerKeyRefresh(issuer::fetch, time, time, PERIOD, "https://issuer.example", METERS);
  private final TestKey key = TestKey.of("first", "ES256");
  private final TestKey another = TestKey.of("second", "ES256");
  private final List<IssuerKeys> checks = new ArrayList<>();
  private TokenOutcome outcome = valid("alice", 60, "read:votes");
  private final Tokens tokens =
      new Tokens(
          refresh,
          (text, keys) -> {
            checks.add(keys);
            return CompletableFuture.completedFuture(outcome);
          },
          time,
          METERS);

  private TokenOutcome valid(String subject, long seconds, String... entries) {
    return new TokenOutcome.Valid(
        new TokenClaims(subject, time.wall().epochSecond() + seconds, List.of(entries)),
        fingerprint());
  }

  /** Of the key, as whoever checks a signature tells it. */
  private String fingerprint() {
    JsonObject claims =
        new JsonObject()
            .put("iss", PublishedKeys.ISSUER.name())
            .put("aud", PublishedKeys.ISSUER.audience())
            .put("sub", "alice")
            .put("exp", Instant.now().getEpochSecond() + 60);
    TokenOutcome checked = TokenVerifier.verify(key.sign(claims), issuer.of(key));
    return ((TokenOutcome.Valid) checked).key();
  }

  private void startWith(TestKey... keys) {
    refresh.start();
    issuer.answer(issuer.of(keys));
  }

  private Optional<Caller> find() {
    return tokens.find(SHOWN).toCompletableFuture().join();
  }

  private static void cannotBeTold(CompletionStage<?> answer) {
    assertThat(answer.toCompletableFuture())
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(StoreUnavailable.class);
  }

  @Test
  void whomATokenIsAboutHasItsRightsUntilItsEnd() {
    startWith(key);
    Caller caller = find().orElseThrow();
    assertThat(caller.id()).isEqualTo("alice");
    assertThat(caller.mayAll(Right.READ, "votes")).isTrue();
    assertThat(caller.mayIn(Right.RECORD, "votes")).isFalse();
    assertThat(caller.isOver(time)).isFalse();
    time.pass(Duration.ofSeconds(61));
    assertThat(caller.isOver(time)).isTrue();
  }

  @Test
  void aSignatureIsCheckedOnce() {
    startWith(key);
    for (int i = 0; i < 10; i++) {
      assertThat(find()).isPresent();
    }
    assertThat(checks).hasSize(1);
    outcome = new TokenOutcome.Invalid("wrong");
    tokens.find(PresentedCredential.ofToken("another"));
    assertThat(checks).hasSize(2);
  }

  @Test
  void aTokenThatHasExpiredIsNobodys_thoughItsSignatureWasRight() {
    startWith(key);
    Caller caller = find().orElseThrow();
    time.pass(Duration.ofSeconds(61));
    if (issuer.isAsked()) {
      issuer.answer(issuer.of(key));
    }
    assertThat(find()).isEmpty();
    assertThat(tokens.again(caller).toCompletableFuture().join()).isEmpty();
    outcome = valid("alice", 0, "read:votes");
    assertThat(find()).as("whatever its signature is").isEmpty();
  }

  @Test
  void aTokenIsNobodysWhenItsKeyIsGone_alsoWhereAnotherHasItsId() {
    outcome = valid("alice", 3_600, "read:votes");
    startWith(key);
    Caller caller = find().orElseThrow();
    time.pass(PERIOD);
    issuer.answer(issuer.of(TestKey.of("first", "ES256")));
    assertThat(tokens.again(caller).toCompletableFuture().join()).isEmpty();
    outcome = new TokenOutcome.Invalid("by another key");
    assertThat(find()).isEmpty();
    assertThat(checks).hasSize(2);
  }

  @Test
  void nobodyIsLetInWhileThereAreNoKeys() {
    refresh.start();
    assertThat(tokens.haveKeys()).isFalse();
    cannotBeTold(tokens.find(SHOWN));
    issuer.answer(issuer.of(key));
    assertThat(tokens.haveKeys()).isTrue();
    Caller caller = find().orElseThrow();
    time.pass(PERIOD);
    issuer.fail("no answer");
    time.pass(IssuerKeyRefresh.LONGEST);
    cannotBeTold(tokens.find(SHOWN));
    cannotBeTold(tokens.again(caller));
  }

  @Test
  void anUnknownKeyIsLookedFor_andTheTokenCheckedOnceMore() {
    startWith(another);
    time.pass(IssuerKeyRefresh.PAUSE);
    outcome = new TokenOutcome.UnknownKey();
    CompletableFuture<Optional<Caller>> found = tokens.find(SHOWN).toCompletableFuture();
    assertThat(found).isNotDone();
    outcome = valid("alice", 60, "read:votes");
    issuer.answer(issuer.of(key, another));
    assertThat(found.join()).isPresent();
    assertThat(checks).hasSize(2);
    assertThat(checks.get(1)).isNotSameAs(checks.get(0));
  }

  @Test
  void fewWaitForAnIssuerThatIsSlow_theOthersAreRefused() {
    startWith(another);
    time.pass(IssuerKeyRefresh.PAUSE);
    outcome = new TokenOutcome.UnknownKey();
    List<CompletableFuture<Optional<Caller>>> asked =
        IntStream.range(0, 100)
            .mapToObj(i -> PresentedCredential.ofToken("token " + i))
            .map(shown -> tokens.find(shown).toCompletableFuture())
            .toList();
    assertThat(asked).filteredOn(one -> !one.isDone()).hasSize(Tokens.MOST_WAITING);
    issuer.answer(issuer.of(another));
    assertThat(asked).allSatisfy(one -> assertThat(one.join()).isEmpty());
    assertThat(issuer.fetches()).isEqualTo(2);
    time.pass(IssuerKeyRefresh.PAUSE);
    assertThat(tokens.find(SHOWN).toCompletableFuture()).as("waits again").isNotDone();
  }

  @Test
  void entriesThatAreNoneOfOursOpenNothing() {
    startWith(key);
    outcome =
        valid(
            "alice",
            60,
            "read:votes",
            "read:votes",
            "openid",
            "",
            ":",
            "read",
            "read:",
            "read: ",
            " read:other",
            "READ:other",
            "read:OTHER",
            "read:*x",
            "read:o*",
            "read:**",
            "*:*",
            "*",
            "*:votes",
            "admin",
            "admin:",
            "admin:a:b",
            "admin:../votes",
            "record:a,b",
            "operate:votes",
            "read:other\u0000",
            "read:\u0661",
            "write:*",
            "read;record:*",
            "read:*,record:*");
    Caller caller = find().orElseThrow();
    assertThat(caller.grant().scopes()).containsExactly(new Scope(Right.READ, "votes"));
  }

  @Test
  void aTokenWithoutEntriesIsSomebodysWhoMayDoNothing() {
    startWith(key);
    outcome = valid("alice", 60);
    Caller caller = find().orElseThrow();
    assertThat(caller.hasSomewhere(Right.READ)).isFalse();
    assertThat(caller.isUnbounded()).isFalse();
  }

  @Test
  void moreEntriesThanACallerMayHaveAreRefused() {
    startWith(key);
    String[] entries =
        IntStream.rangeClosed(0, Grant.MOST_SCOPES)
            .mapToObj(i -> "read:n" + i)
            .toArray(String[]::new);
    outcome = valid("alice", 60, entries);
    assertThat(find()).isEmpty();
  }

  @Test
  void theTextOfATokenIsNotTold() {
    assertThat(PresentedCredential.ofToken("a.b.c").toString()).doesNotContain("a.b.c");
  }
}
