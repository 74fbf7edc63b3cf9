package io.quipu.store;

import java.util.List;

/** Rows of one counter that are written to one partition. */
public record PartitionRows(Partition partition, List<EventRow> rows) {}
