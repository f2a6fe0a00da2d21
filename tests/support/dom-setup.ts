import { configure } from "@testing-library/react";

// One second, as it is by itself, is little on a machine that does much else.
configure({ asyncUtilTimeout: 15_000 });
