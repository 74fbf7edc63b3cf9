@NullMarked
package io.quipu.cli.source.redis;

import org.jspecify.annotations.NullMarked;
