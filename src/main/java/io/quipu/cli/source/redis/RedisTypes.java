package io.quipu.cli.source.redis;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/** What keys of a Redis are. */
final class RedisTypes {
  static final String STRING = "string";
  static final String HASH = "hash";

  /** There is no such key. */
  static final String NONE = "none";

  private RedisTypes() {}

  /** The types of keys, in their order. */
  static List<String> of(RedisLink link, List<byte[]> keys) {
    return link
        .askAll(keys.stream().map(key -> Request.cmd(Command.TYPE).arg(key)).toList())
        .stream()
        .map(Response::toString)
        .toList();
  }
}
