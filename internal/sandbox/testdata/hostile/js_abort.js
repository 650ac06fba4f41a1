// die by signal
process.abort();
