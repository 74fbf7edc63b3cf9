/** Recording: group commit of event rows under the writer's lease. */
@NullMarked
package io.quipu.engine.ingest;

import org.jspecify.annotations.NullMarked;
