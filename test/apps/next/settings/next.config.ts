import type { NextConfig } from 'next'

const config: NextConfig = {
  basePath: '/app',
  trailingSlash: true,
  output: 'standalone',
  cacheComponents: true,
}

export default config
