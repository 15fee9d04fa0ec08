#pragma once

int hash_string(const char *text);
