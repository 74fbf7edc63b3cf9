package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the error table, over a real server. */
@Execution(ExecutionMode.SAME_THREAD)
class ErrorTableTest {
  @AutoClose private static final TestService service = new TestService();

  static Stream<ErrorTable.Case> cases() {
    return ErrorTable.cases();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answersWithAProblemThatNamesTheField(ErrorTable.Case row) {
    ErrorTable.check(service.base(), row);
  }

  @AfterEach
  void nothingIsRecordedOrCreated() {
    assertThat(service.appends).isEmpty();
    assertThat(service.namespaces).containsOnlyKeys("default");
  }
}
