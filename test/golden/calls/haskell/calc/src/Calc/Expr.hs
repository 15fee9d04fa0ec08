{-# LANGUAGE LambdaCase #-}
module Calc.Expr where

import qualified Data.Map.Strict as Map

data Expr
  = Num Double
  | Bin Op Expr Expr
  | Var String

data Op = Add | Sub | Mul

type Env = Map.Map String Double

class Pretty a where
  pretty :: a -> String
  prettyList :: [a] -> String
  prettyList xs = concatMap pretty xs

instance Pretty Op where
  pretty = \case
    Add -> "+"
    Sub -> "-"
    Mul -> "*"

instance Pretty Expr where
  pretty (Num n) = show n
  pretty (Bin op l r) = parens (pretty l ++ pretty op ++ pretty r)
  pretty (Var v) = v

parens :: String -> String
parens s = "(" ++ s ++ ")"

eval :: Env -> Expr -> Maybe Double
eval _ (Num n) = Just n
eval env (Var v) = lookupVar env v
eval env (Bin op l r) = do
  a <- eval env l
  b <- eval env r
  pure (apply op a b)

apply :: Op -> Double -> Double -> Double
apply Add = (+)
apply Sub = (-)
apply Mul = (*)

lookupVar :: Env -> String -> Maybe Double
lookupVar env v = Map.lookup v env

infixl 5 |>
(|>) :: a -> (a -> b) -> b
x |> f = f x
