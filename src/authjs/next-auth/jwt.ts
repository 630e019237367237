export {
  type DefaultJWT,
  decode,
  encode,
  type GetTokenParams,
  getToken,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from '../jwt.ts'
