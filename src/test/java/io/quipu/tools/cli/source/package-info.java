@NullMarked
package io.quipu.tools.cli.source;

import org.jspecify.annotations.NullMarked;
