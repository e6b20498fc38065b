// The inner loop of a HUB75 driver as C programs have it: for each word clear
// the pins, set the pins, raise the clock, with one dummy write after data and
// clock. The registers are plain memory. Prints the nanoseconds of a refresh of
// 64x32 pixels and 11 planes, the least of many.
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static volatile uint32_t registers[16];
static uint32_t words[64 * 16 * 11];

static void clock_out(const uint32_t *word, int n, uint32_t mask, uint32_t clk) {
	volatile uint32_t *set = registers + 7, *clear = registers + 10;
	for (int i = 0; i < n; i++) {
		*clear = (~word[i] & mask) | clk;
		*set = word[i] & mask;
		*clear = 0;
		*set = clk;
		*clear = 0;
	}
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(void) {
	const int n = sizeof words / sizeof *words;
	double best = 1e18;
	for (int i = 0; i < n; i++)
		words[i] = i * 2654435761u;
	for (int round = 0; round < 2000; round++) {
		double start = now();
		for (int i = 0; i < 20; i++)
			clock_out(words, n, 0xff, 1 << 17);
		double t = (now() - start) / 20;
		if (t < best)
			best = t;
	}
	printf("%.0f\n", best);
	return 0;
}
