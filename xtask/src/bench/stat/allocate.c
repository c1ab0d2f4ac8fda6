/* Takes 200 MB and touches every page of them. */
#include <stdlib.h>

int main(void)
{
	size_t size = 200u << 20;
	volatile char *memory = malloc(size);

	if (memory == NULL)
		return 1;
	for (size_t at = 0; at < size; at += 4096)
		memory[at] = 1;
	return 0;
}
