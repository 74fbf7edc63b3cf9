package io.quipu.lab.bench.server;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The code of a user without Quipu: the same HTTP server and driver, and a native counter of
 * Cassandra. One event per POST, whose path names the counter.
 */
public final class CounterServer extends AbstractVerticle {
  private static final String INCREMENT =
      "UPDATE rival.counter SET v = v + 1 WHERE namespace = ? AND name = ?";

  private final CqlSession session;
  private final PreparedStatement increment;
  private final int port;

  private CounterServer(CqlSession session, PreparedStatement increment, int port) {
    this.session = session;
    this.increment = increment;
    this.port = port;
  }

  /**
   * @param arguments none; the ports are in the environment
   */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(System.getenv("BENCH_PORT"));
    int cassandra = Integer.parseInt(System.getenv("BENCH_CASSANDRA_PORT"));
    CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), cassandra))
            .withLocalDatacenter("datacenter1")
            .build();
    PreparedStatement increment =
        session.prepare(
            SimpleStatement.newInstance(INCREMENT)
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
    Vertx.vertx(new VertxOptions().setPreferNativeTransport(true))
        .deployVerticle(
            () -> new CounterServer(session, increment, port),
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .onFailure(
            failure -> {
              failure.printStackTrace();
              Runtime.getRuntime().halt(1);
            });
  }

  @Override
  public void start() {
    vertx.createHttpServer().requestHandler(this::record).listen(port, "127.0.0.1");
  }

  private void record(HttpServerRequest request) {
    // /v1/counters/{namespace}/{counter}/events, as Quipu has it
    String[] path = request.path().split("/", 7);
    session
        .executeAsync(increment.bind(path[3], path[4]))
        .whenComplete(
            (rows, failure) ->
                context.runOnContext(
                    done -> {
                      request.response().putHeader("content-type", "application/json");
                      if (failure == null) {
                        request.response().setStatusCode(201).end("{\"status\":\"recorded\"}");
                      } else {
                        request.response().setStatusCode(503).end("{}");
                      }
                    }));
  }
}
