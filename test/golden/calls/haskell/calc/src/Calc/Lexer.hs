module Calc.Lexer
  ( Token (..)
  , tokenize
  ) where

import Data.Char (isDigit, isSpace)

data Token
  = TNum Double
  | TOp Char
  | TParen Char
  deriving (Show, Eq)

tokenize :: String -> Either String [Token]
tokenize [] = Right []
tokenize (c : cs)
  | isSpace c = tokenize cs
  | isDigit c = number (c : cs)
  | isOperator c = (TOp c :) <$> tokenize cs
  | c `elem` "()" = (TParen c :) <$> tokenize cs
  | otherwise = Left (unexpected c)

number :: String -> Either String [Token]
number input =
  let (digits, rest) = span isDigit input
   in (TNum (readNumber digits) :) <$> tokenize rest

readNumber :: String -> Double
readNumber = read

isOperator :: Char -> Bool
isOperator = (`elem` "+-*/")

unexpected :: Char -> String
unexpected c = "unexpected " ++ [c]
