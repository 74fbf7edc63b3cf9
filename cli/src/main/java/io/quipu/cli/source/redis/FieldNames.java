package io.quipu.cli.source.redis;

import io.quipu.cli.source.CounterPath;
import java.util.List;

/** Names of the counters of fields of hashes. */
public enum FieldNames {
  /** Key and field as a path. */
  PATH {
    @Override
    String of(String key, String field) {
      return CounterPath.of(List.of(key, field));
    }

    @Override
    boolean isClear(String key) {
      return true;
    }
  },

  /** The names under which Redis clients read fields in a namespace of kind {@code linear}. */
  LINEAR {
    @Override
    String of(String key, String field) {
      return key + UNIT_SEPARATOR + field;
    }

    @Override
    boolean isClear(String key) {
      return key.indexOf(UNIT_SEPARATOR) < 0;
    }
  };

  private static final char UNIT_SEPARATOR = '\u001F';

  abstract String of(String key, String field);

  /** Tells whether fields of the key have names that no other key and field have. */
  abstract boolean isClear(String key);
}
