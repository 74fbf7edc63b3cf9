@NullMarked
package io.quipu.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
