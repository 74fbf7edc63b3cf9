package io.quipu.cassandra.driver;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Failures of several nodes and of lost answers, which one node on loopback does not produce at
 * will. The exceptions are the driver's own.
 */
class OutcomesTest {
  private static final Node NODE = node("node-1");
  private static final Node OTHER = node("node-2");

  /** Attempts that no replica can have seen. */
  static Stream<Throwable> before() {
    return Stream.of(
        new NodeUnavailableException(NODE),
        new BusyConnectionException("all stream ids taken"),
        new ClosedChannelException(),
        new UnavailableException(NODE, QUORUM, 2, 1),
        new OverloadedException(NODE, "too many requests"),
        new InvalidQueryException(NODE, "unconfigured table"));
  }

  /** Attempts that some replica may have seen. */
  static Stream<Throwable> after() {
    return Stream.of(
        new ClosedConnectionException("Lost connection to remote peer"),
        new HeartbeatException(new InetSocketAddress(9042), "no answer", null),
        new WriteTimeoutException(NODE, QUORUM, 1, 2, DefaultWriteType.SIMPLE),
        new WriteTimeoutException(NODE, QUORUM, 0, 2, DefaultWriteType.UNLOGGED_BATCH),
        new WriteFailureException(NODE, QUORUM, 1, 2, DefaultWriteType.SIMPLE, 1, Map.of()),
        new ServerError(NODE, "java.lang.RuntimeException"),
        new DriverTimeoutException("Query timed out after PT2S"),
        new IllegalStateException("Session is closed"),
        new IOException("Broken pipe"));
  }

  /** Failures of a conditional write; none says whether the condition held. */
  static Stream<Throwable> ofConditionals() {
    return Stream.concat(
        Stream.of(
            new CASWriteUnknownException(NODE, SERIAL, 1, 2),
            new WriteTimeoutException(NODE, SERIAL, 1, 2, DefaultWriteType.CAS),
            new WriteTimeoutException(NODE, QUORUM, 1, 2, DefaultWriteType.SIMPLE),
            new ReadTimeoutException(NODE, SERIAL, 1, 2, false)),
        Stream.concat(before(), after()));
  }

  static Stream<Throwable> ofReads() {
    return Stream.of(
        new NoNodeAvailableException(),
        new Throwable("Client is closed"),
        allNodes(List.of(Map.entry(NODE, new ClosedConnectionException("gone")))),
        new UnavailableException(NODE, QUORUM, 2, 1),
        new ReadTimeoutException(NODE, QUORUM, 1, 2, false),
        new ReadFailureException(NODE, QUORUM, 1, 2, 1, false, Map.of()),
        new WriteTimeoutException(NODE, SERIAL, 1, 2, DefaultWriteType.CAS),
        new CASWriteUnknownException(NODE, SERIAL, 1, 2),
        new ServerError(NODE, "java.lang.RuntimeException"),
        new DriverTimeoutException("Query timed out after PT2S"));
  }

  @Test
  void anAnsweredWriteIsWritten_andOneWithoutAnyNodeRefused() {
    assertThat(Outcomes.ofWrite(null)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(Outcomes.ofWrite(new NoNodeAvailableException())).isEqualTo(WriteOutcome.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("before")
  void aWriteThatEndedBeforeTheReplicasIsRefused(Throwable failure) {
    assertThat(Outcomes.ofWrite(allNodes(List.of(Map.entry(NODE, failure)))))
        .isEqualTo(WriteOutcome.REFUSED);
    if (failure instanceof DriverException answer) {
      assertThat(Outcomes.ofWrite(after(answer, List.of()))).isEqualTo(WriteOutcome.REFUSED);
    }
  }

  @ParameterizedTest
  @MethodSource("after")
  void aWriteThatMayHaveReachedAReplicaIsUnknown(Throwable failure) {
    assertThat(Outcomes.ofWrite(failure)).isEqualTo(WriteOutcome.UNKNOWN);
    assertThat(Outcomes.ofWrite(allNodes(List.of(Map.entry(NODE, failure)))))
        .isEqualTo(WriteOutcome.UNKNOWN);
  }

  @ParameterizedTest
  @MethodSource("after")
  void aWriteThatWasSentAndThenRefused_elsewhereOrThere_isUnknown(Throwable first) {
    UnavailableException refused = new UnavailableException(OTHER, QUORUM, 2, 1);

    for (Node last : List.of(OTHER, NODE)) {
      assertThat(
              Outcomes.ofWrite(allNodes(List.of(Map.entry(NODE, first), Map.entry(last, refused)))))
          .isEqualTo(WriteOutcome.UNKNOWN);
    }
    assertThat(Outcomes.ofWrite(after(refused, List.of(Map.entry(NODE, first)))))
        .isEqualTo(WriteOutcome.UNKNOWN);
  }

  @Test
  void aRefusalWithoutItsHistoryIsUnknown() {
    assertThat(Outcomes.ofWrite(new UnavailableException(NODE, QUORUM, 2, 1)))
        .isEqualTo(WriteOutcome.UNKNOWN);
  }

  @ParameterizedTest
  @MethodSource("ofConditionals")
  void aConditionalWriteThatFailsIsUnknown(Throwable failure) {
    assertThat(Outcomes.ofConditional(null, failure)).isEqualTo(CasOutcome.UNKNOWN);
    assertThat(Outcomes.ofConditional(null, allNodes(List.of(Map.entry(NODE, failure)))))
        .isEqualTo(CasOutcome.UNKNOWN);
  }

  @ParameterizedTest
  @MethodSource("ofReads")
  void aReadThatIsNotServedFailsWithTheStoreUnavailable(Throwable failure) {
    assertThat(Outcomes.ofRead(failure)).isInstanceOf(StoreUnavailable.class).hasCause(failure);
  }

  @Test
  void aWrongStatementStaysADefect() {
    InvalidQueryException defect = new InvalidQueryException(NODE, "unconfigured table");

    assertThat(Outcomes.ofRead(defect)).isSameAs(defect);
  }

  /** The driver's failure when its last attempt ended so. */
  private static DriverException after(
      DriverException last, List<Map.Entry<Node, Throwable>> earlier) {
    last.setExecutionInfo(
        (ExecutionInfo)
            Proxy.newProxyInstance(
                OutcomesTest.class.getClassLoader(),
                new Class<?>[] {ExecutionInfo.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getErrors" -> earlier;
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
    return last;
  }

  private static AllNodesFailedException allNodes(List<Map.Entry<Node, Throwable>> attempts) {
    return AllNodesFailedException.fromErrors(attempts);
  }

  private static Node node(String name) {
    return (Node)
        Proxy.newProxyInstance(
            OutcomesTest.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> name;
                  case "hashCode" -> name.hashCode();
                  case "equals" -> proxy == arguments[0];
                  case "getEndPoint" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
