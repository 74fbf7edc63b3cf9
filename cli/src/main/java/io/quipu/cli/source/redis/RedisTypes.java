package io.quipu.cli.source.redis;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/** Asks Redis for the types of keys. */
final class RedisTypes {
  static final String STRING = "string";
  static final String HASH = "hash";

  /** The type of a key that does not exist. */
  static final String NONE = "none";

  private RedisTypes() {}

  /** Returns the types of keys, in the order of the keys. */
  static List<String> of(RedisLink link, List<byte[]> keys) {
    return link.askAll(questions(keys)).stream().map(Response::toString).toList();
  }

  /**
   * Returns the types of the keys with given names, in the order of the names. The type is {@link
   * #NONE} if no key has the name, or if the name belongs to another node of a Redis cluster.
   */
  static List<String> ofNames(RedisLink link, List<byte[]> names) {
    return link.tryAll(questions(names)).stream()
        .map(answer -> answer.succeeded() ? answer.result().toString() : elsewhere(link, answer))
        .toList();
  }

  /**
   * Skips a key that got another type after its type was read.
   *
   * @param error the answer to a command for the first type
   * @throws io.quipu.cli.source.SourceFailure at any other error, such as a missing right: a
   *     skipped key would be missing from an import that ends well
   */
  static Found.Skipped changed(RedisLink link, byte[] key, Throwable error) {
    if (!String.valueOf(error).startsWith("WRONGTYPE")) {
      throw link.failure(error);
    }
    return new Found.Skipped(RedisText.shown(key), SkipReason.OTHER_TYPE);
  }

  private static List<Request> questions(List<byte[]> keys) {
    return keys.stream().map(key -> Request.cmd(Command.TYPE).arg(key)).toList();
  }

  private static String elsewhere(RedisLink link, Future<Response> answer) {
    String error = String.valueOf(answer.cause());
    if (error.startsWith("MOVED ") || error.startsWith("ASK ")) {
      return NONE;
    }
    throw link.failure(answer.cause());
  }
}
