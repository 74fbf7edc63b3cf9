package io.quipu.cli.source.redis;

import io.quipu.cli.source.Login;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.cli.trust.Authorities;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A connection to a Redis server. Sends commands in pipelines. Blocks; for one thread. */
final class RedisLink implements AutoCloseable {
  /** The maximum number of commands in flight. */
  private static final int PIPELINE = 1_000;

  private final String server;
  private final Duration timeout;
  private final Vertx vertx;
  private final Context context;
  private final RedisConnection connection;

  private RedisLink(
      String server, Duration timeout, Vertx vertx, Context context, RedisConnection connection) {
    this.server = server;
    this.timeout = timeout;
    this.vertx = vertx;
    this.context = context;
    this.connection = connection;
  }

  /**
   * Connects, and logs in.
   *
   * @param timeout the time limit of connecting, and of the answers to each pipeline
   * @throws SourceFailure if the server cannot be reached or refuses the login
   */
  static RedisLink open(
      SourceAddress address, Login login, @Nullable Authorities encryption, Duration timeout) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setInternalBlockingPoolSize(1));
    try {
      Context context = vertx.getOrCreateContext();
      Redis client = Redis.createClient(vertx, options(address, encryption, timeout));
      Promise<RedisConnection> connected = Promise.promise();
      context.runOnContext(now -> client.connect().onComplete(connected));
      String server = address.inWords();
      RedisLink link =
          new RedisLink(server, timeout, vertx, context, done(server, timeout, connected.future()));
      link.login(login);
      return link;
    } catch (RuntimeException e) {
      vertx.close().await();
      throw e;
    }
  }

  /** Returns options with RESP 2, and without a password because {@link #login} sends it. */
  private static RedisOptions options(
      SourceAddress address, @Nullable Authorities encryption, Duration timeout) {
    InetSocketAddress host = address.hosts().get(0);
    String name =
        host.getHostString().contains(":")
            ? "[" + host.getHostString() + "]"
            : host.getHostString();
    NetClientOptions net =
        new NetClientOptions()
            .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
    if (encryption != null) {
      net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
      if (encryption.file() != null) {
        net.setTrustOptions(
            new PemTrustOptions().addCertPath(encryption.file().toAbsolutePath().toString()));
      }
    }
    return new RedisOptions()
        .setConnectionString(
            (encryption == null ? "redis://" : "rediss://") + name + ":" + host.getPort())
        .setNetClientOptions(net)
        .setProtocolNegotiation(false)
        .setMaxWaitingHandlers(2 * PIPELINE)
        .setMaxPoolSize(1)
        .setMaxPoolWaiting(1);
  }

  private void login(Login login) {
    if (login.password() != null) {
      Request auth = Request.cmd(Command.AUTH);
      if (login.user() != null) {
        auth.arg(login.user());
      }
      ask(auth.arg(login.password()));
    }
    // If the server wants a password and none is given, fail here and not during the import.
    ask(Request.cmd(Command.PING));
  }

  /**
   * Returns the answer to one command.
   *
   * @throws SourceFailure if the answer is an error or does not arrive
   */
  Response ask(Request request) {
    return askAll(List.of(request)).get(0);
  }

  /**
   * Returns the answers to commands, in the order of the commands.
   *
   * @throws SourceFailure if an answer is an error or does not arrive
   */
  List<Response> askAll(List<Request> requests) {
    return tryAll(requests).stream()
        .map(
            answer -> {
              if (answer.failed()) {
                throw failure(server, answer.cause());
              }
              return answer.result();
            })
        .toList();
  }

  /**
   * Returns completed answers in the order of the commands. A failed future is an error answer.
   *
   * @throws SourceFailure if a command gets no answer
   */
  List<Future<Response>> tryAll(List<Request> requests) {
    List<Future<Response>> answers = new ArrayList<>();
    for (int from = 0; from < requests.size(); from += PIPELINE) {
      List<Request> some = requests.subList(from, Math.min(requests.size(), from + PIPELINE));
      Promise<List<Future<Response>>> sent = Promise.promise();
      context.runOnContext(
          now -> {
            List<Future<Response>> each = some.stream().map(connection::send).toList();
            Future.join(each).onComplete(all -> sent.complete(each));
          });
      answers.addAll(done(server, timeout, sent.future()));
    }
    for (Future<Response> answer : answers) {
      if (answer.failed() && !isAnswer(answer.cause())) {
        throw failure(server, answer.cause());
      }
    }
    return answers;
  }

  private static <T> T done(String server, Duration timeout, Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new SourceFailure(server + " did not answer within " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failure(server, Objects.requireNonNull(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SourceFailure("Interrupted");
    }
  }

  /** Tells whether the server sent an error. The library itself makes CONNECTION_CLOSED. */
  private static boolean isAnswer(Throwable failure) {
    return failure instanceof Response answer
        && answer.type() == ResponseType.ERROR
        && !"CONNECTION_CLOSED".equals(answer.toString());
  }

  /** Returns the failure of the source for an error answer that is not about one key alone. */
  SourceFailure failure(Throwable failure) {
    return failure(server, failure);
  }

  private static SourceFailure failure(String server, Throwable failure) {
    String line = String.valueOf(failure instanceof Response ? failure : failure.getMessage());
    if (line.startsWith("NOAUTH")) {
      return new SourceFailure(
          server + " asks for a password: --password-file, or variable QUIPU_SOURCE_PASSWORD");
    }
    return isAnswer(failure)
        ? new SourceFailure(server + " refuses: " + line)
        : new SourceFailure(server + " cannot be reached: " + line);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
