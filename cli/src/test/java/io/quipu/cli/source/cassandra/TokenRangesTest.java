package io.quipu.cli.source.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenRange;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenRangesTest {
  private static final long LEAST = Long.MIN_VALUE;

  @Test
  void aRingThatWrapsAroundHasOneRangeMoreThanEnds() {
    assertThat(TokenRanges.ends(Set.of(range(-5, 7), range(7, 9), range(9, -5))))
        .containsExactly(token(-5), token(7), token(9));
  }

  @Test
  void whatBeginsWithTheSmallestTokenHasOneLess() {
    assertThat(TokenRanges.ends(Set.of(range(LEAST, 7), range(7, LEAST))))
        .containsExactly(token(7));
  }

  @Test
  void aSingleTokenIsOneRange() {
    assertThat(TokenRanges.ends(Set.of(range(LEAST, LEAST)))).isEmpty();
    assertThat(TokenRanges.ends(Set.of())).isEmpty();
  }

  private static TokenRange range(long start, long end) {
    return new Murmur3TokenRange(new Murmur3Token(start), new Murmur3Token(end));
  }

  private static Token token(long value) {
    return new Murmur3Token(value);
  }
}
