#!/usr/bin/env node
import { confirm } from './from-portico.ts'
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  folder: process.cwd(),
  confirm,
  out: (line) => console.log(line),
  error: (line) => console.error(line),
})
