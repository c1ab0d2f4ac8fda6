/* Ends at once: `true` without a shared library to load. */
int main(void)
{
	return 0;
}
