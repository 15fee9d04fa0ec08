module Ledger.Parse (parseEntries, ParseResult) where

import Data.Char (isDigit, isSpace)
import Control.Monad (foldM)
import Ledger.Types (Entry (..), Ledger, LedgerError, Money (Money))
import qualified Ledger.Types as T

type ParseResult = Either String

parseEntries :: String -> ParseResult Ledger
parseEntries = go . zip [1 ..] . filter (not . blank) . lines
  where
    go = foldM step T.empty
    step ledger (n, line) = do
      entry <- parseLine n line
      orFail (T.insert entry ledger)

orFail :: Either LedgerError a -> ParseResult a
orFail (Left e) = Left (T.explain e)
orFail (Right a) = Right a

blank :: String -> Bool
blank = all isSpace

parseLine :: Int -> String -> ParseResult Entry
parseLine n line = case splitOn ',' line of
  [name, value] -> Entry n (trim name) <$> parseMoney value
  _ -> Left ("line " ++ show n)

parseMoney :: String -> ParseResult Money
parseMoney text
  | all isDigit digits = pure . Money $ read digits
  | otherwise = Left "number"
  where digits = trim text

trim :: String -> String
trim = dropWhile isSpace

splitOn :: Char -> String -> [String]
splitOn c s = case break (== c) s of
  (a, []) -> [a]
  (a, _ : rest) -> a : splitOn c rest
